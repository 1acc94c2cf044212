//! The pages of `verify`, `test`, `run --explore` and `model-check`, clicked through in Chromium.

use differential::Tools;
use differential::pages::{CAMPAIGN, MODELS, OBJECTS, PROOF, SEARCH, Sample, UNKNOWN, VIOLATION};

fn assert_said(sample: Sample, script: &str, expected: &[&str]) {
    let said = sample.page(&Tools::find()).visit(script);
    assert_eq!(said, expected, "{}", sample.name);
}

/// Rows, then what is shown of the entry with this key.
const OPEN: &str = "
say(byId('figures').textContent);
say(shown('.row .what').join('; '));
const see = key => open(numberOfKey.get(key));
";

#[test]
fn a_violation_has_its_path_in_the_source() {
    let script = OPEN.to_string()
        + "
see('runtime-exception');
say(shown('#details h3').map(title => title.split(' ')[0]).join(' '));
say(shown('table.inputs tr').join());
say(shown('tr.here .text').join());
say(shown('tr.step .condition').concat(shown('tr.here .condition')).length);
say(shown('ol.stack li').join('; '));
say(shown('pre.test').join().includes('assertThrows(java.lang.ArrayIndexOutOfBoundsException.class'));
see('assert');
say(shown('#details .call').join());
";
    let expected = [
        "assert TRUE, runtime-exception FALSE",
        "runtime-exception: FALSE; assert: TRUE; Figures",
        "Inputs, Source, Stack TestBucketsRuntimeExceptionTest.javaCopy",
        "int0-2147483648",
        "true",
        "2",
        "Buckets.connect  Buckets.java:17; Buckets.main  Buckets.java:22",
        "true",
        "all paths were explored",
    ];
    let said = VIOLATION.page(&Tools::find()).visit(&script);
    assert!(said[4].contains('['), "the line with the index: {}", said[4]);
    let said: Vec<&str> = said.iter().enumerate().map(|(at, line)| if at == 4 { "true" } else { line }).collect();
    assert_eq!(said, expected);
}

#[test]
fn objects_among_the_inputs_are_drawn() {
    let script = "
open(numberOfKey.get('assert'));
say(shown('svg.heap .head').join('; '));
say(document.querySelectorAll('svg.heap .edge').length);
say(shown('svg.heap text').includes('balance = 1'));
";
    assert_said(OBJECTS, script, &["arguments; Account#0  \u{d7}2", "2", "true"]);
}

#[test]
fn a_proof_has_its_invariants_in_the_source() {
    let script = "
say(byId('figures').textContent);
open(0);
say(shown('table.cells td')[0] + ' ' + shown('table.cells td')[1]);
say(shown('.remark').length === 1 && shown('.remark')[0].includes('level < 41'));
";
    assert_said(PROOF, script, &["assert TRUE", "loop Level.fill, line 7", "true"]);
}

#[test]
fn reasons_are_counted() {
    let script = "
open(numberOfKey.get('runtime-exception'));
say(shown('.tag').join());
say(shown('#details h3').join());
say(shown('#details td.figure').every(count => Number(count) > 0) && shown('#details td.figure').length > 0);
open(numberOfKey.get('figures'));
say(shown('#details h3').join('; '));
";
    let told = "Exploration; Solver, by tier; Why the exploration is not complete";
    assert_said(UNKNOWN, script, &["unknown", "Why the exploration is not complete,Assumed", "true", told]);
}

#[test]
fn a_campaign_has_coverage_on_the_source() {
    let script = "
open(numberOfKey.get('Bill'));
say(shown('.tag').join());
say(shown('tr.covered .text').length > 3);
say(shown('#details h3').some(title => title.startsWith('Suspected bug: share(int)')));
say([...document.querySelectorAll('#details a')].map(link => link.getAttribute('href')).sort().join());
";
    assert_said(CAMPAIGN, script, &["bug", "true", "true", "BillSuspectedBugsTest.java,BillTest.java"]);
}

#[test]
fn a_search_has_its_inputs_and_branches() {
    let script = "
const [runs, kept] = byId('figures').textContent.match(/\\d+/g).map(Number);
say(kept > 3 && data.entries.length === kept + 1 && runs >= kept);
open(0);
say(shown('tr.covered .text').length > 0);
open(data.entries.findIndex(entry => entry.title.includes('throws java.lang.NumberFormatException')));
say(shown('.tag').join() + ' ' + shown('table.inputs th').join());
";
    assert_said(SEARCH, script, &["true", "true", "bug args[0]"]);
}

#[test]
fn a_model_that_differs_has_the_input() {
    let script = "
say(byId('figures').textContent);
say(shown('.tag').join());
say(shown('ul.lines li').map(line => line.split(':')[0]).join());
";
    assert_said(MODELS, script, &["0 equal, 1 different, 0 not compared", "violated", "input,original,model"]);
}
