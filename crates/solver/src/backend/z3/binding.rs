//! The Z3 C API behind safe functions: the only unsafe code of this crate.
//! Invariant: an `Ast` or `Sort` belongs to the `Context` that made it and lives as long, because every reference that
//! is handed out is counted until the context goes.

#![allow(unsafe_code)]

use std::ffi::CString;
use z3_sys::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ast(Z3_ast);

#[derive(Clone, Copy)]
pub struct SortRef(Z3_sort);

/// A C function that makes a term.
pub type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
pub type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
pub type Ternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;

/// The functions that the translation uses by name.
pub mod functions {
    pub use z3_sys::{
        Z3_mk_bvadd, Z3_mk_bvand, Z3_mk_bvashr, Z3_mk_bvlshr, Z3_mk_bvmul, Z3_mk_bvneg, Z3_mk_bvnot, Z3_mk_bvor,
        Z3_mk_bvsdiv, Z3_mk_bvshl, Z3_mk_bvslt, Z3_mk_bvsrem, Z3_mk_bvsub, Z3_mk_bvudiv, Z3_mk_bvult, Z3_mk_bvurem,
        Z3_mk_bvxor, Z3_mk_concat, Z3_mk_eq, Z3_mk_fpa_abs, Z3_mk_fpa_add, Z3_mk_fpa_div, Z3_mk_fpa_eq,
        Z3_mk_fpa_is_nan, Z3_mk_fpa_leq, Z3_mk_fpa_lt, Z3_mk_fpa_mul, Z3_mk_fpa_neg, Z3_mk_fpa_sqrt, Z3_mk_fpa_sub,
        Z3_mk_fpa_to_ieee_bv, Z3_mk_ite, Z3_mk_not, Z3_mk_select, Z3_mk_store,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Sat,
    Unsat,
    Unknown,
}

pub struct Context {
    context: Z3_context,
    /// References to give back.
    kept: Vec<Z3_ast>,
    nearest: Z3_ast,
    towards_zero: Z3_ast,
}

impl Context {
    pub fn new() -> Context {
        // SAFETY: the calls create what they return; a failure is `None`. Without a handler errors are return values.
        unsafe {
            let config = Z3_mk_config().expect("Z3 configuration");
            let context = Z3_mk_context_rc(config).expect("Z3 context");
            Z3_del_config(config);
            Z3_set_error_handler(context, None);
            let nearest = Z3_mk_fpa_rne(context).expect("rounding mode");
            Z3_inc_ref(context, nearest);
            let towards_zero = Z3_mk_fpa_rtz(context).expect("rounding mode");
            Z3_inc_ref(context, towards_zero);
            Context { context, kept: vec![nearest, towards_zero], nearest, towards_zero }
        }
    }

    /// How many terms are alive.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    fn keep(&mut self, ast: Option<Z3_ast>) -> Ast {
        let ast = ast.expect("Z3 refused a term");
        // SAFETY: the term was just made by this context.
        unsafe { Z3_inc_ref(self.context, ast) };
        self.kept.push(ast);
        Ast(ast)
    }

    fn keep_sort(&mut self, sort: Option<Z3_sort>) -> SortRef {
        let sort = sort.expect("Z3 refused a sort");
        // SAFETY: the sort was just made by this context; a sort is a term.
        let ast = unsafe { Z3_sort_to_ast(self.context, sort) };
        self.keep(ast);
        SortRef(sort)
    }

    pub fn bool_sort(&mut self) -> SortRef {
        // SAFETY: plain constructor.
        let sort = unsafe { Z3_mk_bool_sort(self.context) };
        self.keep_sort(sort)
    }

    pub fn bv_sort(&mut self, width: u32) -> SortRef {
        // SAFETY: plain constructor.
        let sort = unsafe { Z3_mk_bv_sort(self.context, width) };
        self.keep_sort(sort)
    }

    pub fn single_sort(&mut self) -> SortRef {
        // SAFETY: plain constructor.
        let sort = unsafe { Z3_mk_fpa_sort_single(self.context) };
        self.keep_sort(sort)
    }

    pub fn double_sort(&mut self) -> SortRef {
        // SAFETY: plain constructor.
        let sort = unsafe { Z3_mk_fpa_sort_double(self.context) };
        self.keep_sort(sort)
    }

    pub fn array_sort(&mut self, index: SortRef, element: SortRef) -> SortRef {
        // SAFETY: both sorts are of this context.
        let sort = unsafe { Z3_mk_array_sort(self.context, index.0, element.0) };
        self.keep_sort(sort)
    }

    pub fn constant(&mut self, number: u32, sort: SortRef) -> Ast {
        // SAFETY: the symbol is used before the next call; the sort is of this context.
        let ast = unsafe {
            let symbol = Z3_mk_int_symbol(self.context, number as i32).expect("Z3 symbol");
            Z3_mk_const(self.context, symbol, sort.0)
        };
        self.keep(ast)
    }

    pub fn bool(&mut self, value: bool) -> Ast {
        // SAFETY: plain constructors.
        let ast = unsafe { if value { Z3_mk_true(self.context) } else { Z3_mk_false(self.context) } };
        self.keep(ast)
    }

    pub fn numeral(&mut self, bits: u64, sort: SortRef) -> Ast {
        // SAFETY: the sort is of this context.
        let ast = unsafe { Z3_mk_unsigned_int64(self.context, bits, sort.0) };
        self.keep(ast)
    }

    pub fn unary(&mut self, function: Unary, a: Ast) -> Ast {
        // SAFETY: terms of this context; a wrong sort is answered with `None`.
        let ast = unsafe { function(self.context, a.0) };
        self.keep(ast)
    }

    pub fn binary(&mut self, function: Binary, a: Ast, b: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { function(self.context, a.0, b.0) };
        self.keep(ast)
    }

    pub fn ternary(&mut self, function: Ternary, a: Ast, b: Ast, c: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { function(self.context, a.0, b.0, c.0) };
        self.keep(ast)
    }

    /// A float operator of one operand, rounding to nearest.
    pub fn rounded_unary(&mut self, function: Binary, a: Ast) -> Ast {
        self.binary(function, Ast(self.nearest), a)
    }

    /// A float operator of two operands, rounding to nearest.
    pub fn rounded_binary(&mut self, function: Ternary, a: Ast, b: Ast) -> Ast {
        self.ternary(function, Ast(self.nearest), a, b)
    }

    pub fn and(&mut self, a: Ast, b: Ast) -> Ast {
        let operands = [a.0, b.0];
        // SAFETY: the array outlives the call.
        let ast = unsafe { Z3_mk_and(self.context, 2, operands.as_ptr()) };
        self.keep(ast)
    }

    pub fn extract(&mut self, high: u32, low: u32, a: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_extract(self.context, high, low, a.0) };
        self.keep(ast)
    }

    pub fn sign_extend(&mut self, by: u32, a: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_sign_ext(self.context, by, a.0) };
        self.keep(ast)
    }

    pub fn zero_extend(&mut self, by: u32, a: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_zero_ext(self.context, by, a.0) };
        self.keep(ast)
    }

    pub fn const_array(&mut self, index: SortRef, value: Ast) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_const_array(self.context, index.0, value.0) };
        self.keep(ast)
    }

    pub fn float_from_bits(&mut self, bits: Ast, sort: SortRef) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_fpa_to_fp_bv(self.context, bits.0, sort.0) };
        self.keep(ast)
    }

    pub fn float_from_signed(&mut self, integer: Ast, sort: SortRef) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_fpa_to_fp_signed(self.context, self.nearest, integer.0, sort.0) };
        self.keep(ast)
    }

    pub fn float_from_float(&mut self, float: Ast, sort: SortRef) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_fpa_to_fp_float(self.context, self.nearest, float.0, sort.0) };
        self.keep(ast)
    }

    /// Truncates; unspecified out of range.
    pub fn float_to_signed(&mut self, float: Ast, width: u32) -> Ast {
        // SAFETY: as in `unary`.
        let ast = unsafe { Z3_mk_fpa_to_sbv(self.context, self.towards_zero, float.0, width) };
        self.keep(ast)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the references are ours and are given back once.
        unsafe {
            for &ast in &self.kept {
                Z3_dec_ref(self.context, ast);
            }
            Z3_del_context(self.context);
        }
    }
}

/// Owned next to its context and dropped before it.
pub struct Engine {
    context: Z3_context,
    solver: Z3_solver,
    model: Option<Z3_model>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Incremental, for push and pop.
    Simple,
    /// Preprocessing as strong as it gets.
    Combined,
}

impl Engine {
    /// `resources` is Z3's deterministic measure of work for each check.
    pub fn new(context: &Context, style: Style, resources: u32) -> Engine {
        let context = context.context;
        let name = CString::new("rlimit").expect("no zero byte");
        // SAFETY: objects of one context; parameters are released after use.
        unsafe {
            let solver = match style {
                Style::Simple => Z3_mk_simple_solver(context),
                Style::Combined => Z3_mk_solver(context),
            };
            let solver = solver.expect("Z3 solver");
            Z3_solver_inc_ref(context, solver);
            let parameters = Z3_mk_params(context).expect("Z3 parameters");
            Z3_params_inc_ref(context, parameters);
            let symbol = Z3_mk_string_symbol(context, name.as_ptr()).expect("Z3 symbol");
            Z3_params_set_uint(context, parameters, symbol, resources);
            Z3_solver_set_params(context, solver, parameters);
            Z3_params_dec_ref(context, parameters);
            Engine { context, solver, model: None }
        }
    }

    pub fn push(&mut self) {
        // SAFETY: solver and context are alive.
        unsafe { Z3_solver_push(self.context, self.solver) }
    }

    /// At most as often as pushed.
    pub fn pop(&mut self, levels: u32) {
        // SAFETY: solver and context are alive.
        unsafe { Z3_solver_pop(self.context, self.solver, levels) }
    }

    pub fn assert(&mut self, condition: Ast) {
        // SAFETY: a condition of this context.
        unsafe { Z3_solver_assert(self.context, self.solver, condition.0) }
    }

    pub fn check(&mut self) -> Outcome {
        self.forget_model();
        // SAFETY: solver and context are alive; the model is counted while we hold it.
        match unsafe { Z3_solver_check(self.context, self.solver) } {
            Z3_L_TRUE => unsafe {
                self.model = Z3_solver_get_model(self.context, self.solver);
                if let Some(model) = self.model {
                    Z3_model_inc_ref(self.context, model);
                }
                Outcome::Sat
            },
            Z3_L_FALSE => Outcome::Unsat,
            _ => Outcome::Unknown,
        }
    }

    /// A bit-vector or Boolean in the last model, completed where the model leaves it open.
    pub fn value(&self, term: Ast) -> Option<u64> {
        let model = self.model?;
        let mut value = term.0;
        let mut bits = 0;
        // SAFETY: the model is alive; the value is used before the next call that could free it.
        unsafe {
            if !Z3_model_eval(self.context, model, term.0, true, &mut value) {
                return None;
            }
            match Z3_get_bool_value(self.context, value) {
                Z3_L_TRUE => Some(1),
                Z3_L_FALSE => Some(0),
                _ => Z3_get_numeral_uint64(self.context, value, &mut bits).then_some(bits),
            }
        }
    }

    /// The indices at which the last model writes into an array.
    pub fn written_indices(&self, array: Ast) -> Vec<u64> {
        let mut indices = Vec::new();
        let Some(model) = self.model else { return indices };
        let mut value = array.0;
        // SAFETY: the model is alive, and with the value, which is counted meanwhile, all its parts.
        unsafe {
            if !Z3_model_eval(self.context, model, array.0, true, &mut value) {
                return indices;
            }
            let whole = value;
            Z3_inc_ref(self.context, whole);
            while Z3_is_app(self.context, value) {
                let Some(app) = Z3_to_app(self.context, value) else { break };
                let Some(function) = Z3_get_app_decl(self.context, app) else { break };
                if Z3_get_decl_kind(self.context, function) != DeclKind::Store {
                    break;
                }
                let mut index = 0;
                if let Some(at) = Z3_get_app_arg(self.context, app, 1)
                    && Z3_get_numeral_uint64(self.context, at, &mut index)
                {
                    indices.push(index);
                }
                let Some(below) = Z3_get_app_arg(self.context, app, 0) else { break };
                value = below;
            }
            Z3_dec_ref(self.context, whole);
        }
        indices
    }

    fn forget_model(&mut self) {
        if let Some(model) = self.model.take() {
            // SAFETY: our own reference.
            unsafe { Z3_model_dec_ref(self.context, model) }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.forget_model();
        // SAFETY: our own reference; the context is dropped after this.
        unsafe { Z3_solver_dec_ref(self.context, self.solver) }
    }
}
