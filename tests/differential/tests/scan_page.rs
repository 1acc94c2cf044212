//! The page of `jacana scan`, clicked through in Chromium.

use differential::browser::{Page, many_findings};
use differential::scan::ScannedProject;

/// Filters, the list, and the finding that is open.
const VISIT: &str = "
say(document.title + ', ' + byId('count').textContent);
say(shown('.row').length === passing.length && shown('.row .what').length > 0);
put('rule', 'arithmetic');
say(shown('.row .what').join('; '));
say(shown('#details h2').join() + ' ' + shown('#details .call').join(' '));
say(shown('#details h3').map(title => title.split(' ')[0]).join(' '));
say(shown('table.inputs tr').join(' '));
say(shown('tr.here .text').join());
say(shown('pre.test').join().includes('@Test'));
put('rule', '');
byId('kind-bug').click();
say(shown('.row .dot').length > 0 && !document.querySelector('.row.bug'));
byId('kind-bug').click();
put('search', 'shop.till coins 5103');
say(byId('count').textContent);
put('search', 'till 5103');
say(byId('count').textContent);
say(shown('tr.step .condition').length >= 3 && shown('ol.stack li').join().includes('shop.Till.main'));
put('search', 'nothing has these words');
say(shown('.empty').join());
clearFilters();
list.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
say(opened === passing.length - 1);
const colour = () => getComputedStyle(document.body).backgroundColor;
byId('theme').click();
const light = colour();
byId('theme').click();
say(byId('theme').textContent + ' ' + (light !== colour()));
";

#[test]
fn findings_are_filtered_searched_and_read() {
    let shop = ScannedProject::shop();
    let file = shop.scratch.path().join("page.html");
    let (_, report) = shop.scan(&["--html", &file.display().to_string()]);
    let findings = report["findings"].as_array().map_or(0, Vec::len);
    let page = Page::read(&file);
    let said = page.visit(VISIT);
    let expected = [
        &format!("shop: Jacana scan, {findings} of {findings}"),
        "true",
        "share(int,int) throws ArithmeticException: / by zero",
        "share(int,int) throws ArithmeticException: / by zero shop.Prices.share(int,int) src/main/java/shop/Prices.java:9",
        "Why Inputs Source Stack Test About Fingerprint",
        "cents0 people0",
        "return cents / people; // finding: arithmetic",
        "true",
        "true",
        &format!("0 of {findings}"),
        &format!("1 of {findings}"),
        "true",
        "No finding passes the filters.",
        "true",
        "Theme: dark true",
    ];
    assert_eq!(said, expected);
    // Thousands of findings are a list of the rows in sight.
    let many = many_findings(&page, 2000).visit("say(byId('count').textContent); say(shown('.row').length < 60);");
    assert_eq!(many, ["2000 of 2000", "true"]);
}

/// Names and messages of a program that are markup, ends of scripts and control characters somewhere else.
#[test]
fn hostile_texts_stay_texts() {
    let shop = ScannedProject::hostile();
    let file = shop.scratch.path().join("page.html");
    let (_, report) = shop.scan(&["--html", &file.display().to_string()]);
    let told = report["findings"].to_string();
    assert!(told.contains("</script>") && told.contains("<img src=x onerror="), "{told}");
    let script = "
say(document.images.length + ' ' + document.scripts.length);
say(shown('.row .what').some(what => what.includes('<' + '/script><img src=x onerror=')));
say(shown('#details h2').join().includes('\\\\u001b[31m'));
say(document.title);
";
    // The data, the page's script and the test's own.
    assert_eq!(Page::read(&file).visit(script), ["0 3", "true", "true", "shop & \"<b>\": Jacana scan"]);
}
