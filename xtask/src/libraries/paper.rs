//! The figures of the paper on symbolic types (OpenJDK 7), where it has them as numbers.

/// Of one package: Tables 2 and 3.
pub struct Paper {
    pub name: &'static str,
    /// Classes, public methods, basic blocks, virtual calls.
    pub size: [u32; 4],
    /// Tested and all.
    pub classes: [u32; 2],
    pub methods: [u32; 2],
    /// Classic and with symbolic types.
    pub tests: [u32; 2],
    pub seconds: [u32; 2],
}

impl Paper {
    /// So many seconds for a class in classic mode, and as much more for symbolic types as in the paper.
    pub fn time(&self, classic: &str, mode: &str) -> String {
        let [before, after] = self.seconds.map(f64::from);
        match (mode, classic.parse::<f64>()) {
            ("symbolic", Ok(seconds)) => format!("{:.0}", seconds * after / before),
            _ => classic.into(),
        }
    }
}

pub const PAPER: [Paper; 5] = [
    Paper {
        name: "java.applet",
        size: [2, 28, 53, 26],
        classes: [1, 2],
        methods: [17, 28],
        tests: [17, 28],
        seconds: [116, 167],
    },
    Paper {
        name: "java.sql",
        size: [31, 220, 533, 332],
        classes: [13, 16],
        methods: [65, 69],
        tests: [92, 110],
        seconds: [312, 442],
    },
    Paper {
        name: "java.rmi",
        size: [60, 195, 762, 390],
        classes: [18, 35],
        methods: [49, 62],
        tests: [64, 102],
        seconds: [1278, 2469],
    },
    Paper {
        name: "java.beans",
        size: [139, 376, 3500, 2254],
        classes: [41, 128],
        methods: [166, 342],
        tests: [301, 671],
        seconds: [7568, 39909],
    },
    Paper {
        name: "java.text",
        size: [67, 482, 4512, 2310],
        classes: [32, 63],
        methods: [236, 376],
        tests: [409, 783],
        seconds: [13511, 43570],
    },
];
