//! Bodies of methods that several tests execute, as assembly.

/// `static int f(int x) { if (x < 0) return -1; else return 1; }`
pub const SIGN: &str = "
    iload 0
    iflt negative
    bipush 1
    ireturn
    negative:
    bipush -1
    ireturn";

/// `static int f(int x) { int y; if (x < 0) y = -1; else y = 1; return y; }`
pub const MEETS: &str = "
    iload 0
    iflt negative
    bipush 1
    istore 1
    goto end
    negative:
    bipush -1
    istore 1
    end:
    iload 1
    ireturn";
