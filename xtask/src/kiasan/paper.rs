//! What was measured in *Efficient Symbolic Execution Algorithms for Programs Manipulating Dynamic Heap Objects* (SAnToS-TR2009-09-25). A line of a
//! table is a class, a method, our subject for it, and a cell for each bound.

/// k from 1 on; each cell has the paths of lazy, lazier and lazier#, and the seconds of lazier# with Yices.
const TABLE_1: &str = include_str!("table1.txt");
/// n from 5 to 9; each cell has the paths and the seconds.
const TABLE_2: &str = include_str!("table2.txt");

pub struct Row {
    pub class: &'static str,
    pub method: &'static str,
    pub target: &'static str,
    pub cells: Vec<Cell>,
}

pub struct Cell {
    pub paths: Vec<u64>,
    pub seconds: f64,
}

pub fn table_1() -> impl Iterator<Item = Row> {
    TABLE_1.lines().map(row)
}

pub fn table_2() -> impl Iterator<Item = Row> {
    TABLE_2.lines().map(row)
}

fn row(line: &'static str) -> Row {
    let mut words = line.split_whitespace();
    let mut word = || words.next().expect("class, method and target");
    let (class, method, target) = (word(), word(), word());
    Row { class, method, target, cells: words.map(cell).collect() }
}

fn cell(word: &str) -> Cell {
    let (paths, seconds) = word.rsplit_once('/').expect("paths and seconds");
    let paths = paths.split('/').map(|count| count.parse().expect("a count")).collect();
    Cell { paths, seconds: seconds.parse().expect("seconds") }
}
