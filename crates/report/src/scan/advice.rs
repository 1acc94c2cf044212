//! What a rule means and what to do about its findings, for people who meet it in SARIF viewers and on the page.

use super::Rule;

impl Rule {
    /// When the rule applies and how its findings are usually mended.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Rule::AssertionFails => {
                "The program states by an assertion that something always holds, and the reported input shows that it does not. \
                 Mend the code before the assertion, or the assertion if it claims too much."
            }
            Rule::ContractViolated => {
                "The method has a written contract. The reported input keeps the precondition, and the result breaks the \
                 postcondition or an invariant. Mend the method, or say in the precondition which inputs it does not take."
            }
            Rule::UncaughtException => {
                "The method ends with an exception that neither its signature nor its documentation mentions, so callers cannot be \
                 prepared for it. Handle the case, reject the argument with a clear message, or document the exception."
            }
            Rule::NullPointer => {
                "A field, method or element is read through a reference that is null on the reported path. Initialise the value, check \
                 it before it is used, or reject null where it comes in."
            }
            Rule::IndexOutOfBounds => {
                "An index lies outside of the array, text or list that it is used with, or an array gets a negative length. Check the \
                 bounds, also for empty inputs and for arithmetic that overflows."
            }
            Rule::ClassCast => {
                "An object has another class than the code takes for granted. Test with instanceof, or use a type that rules the other \
                 classes out."
            }
            Rule::Arithmetic => {
                "An operation has no result for the reported operands, most often a division or remainder by zero. Check the operand \
                 before the operation."
            }
            Rule::StackOverflow => {
                "Calls nest until the stack is used up. Make sure that the recursion has an end for the reported input, or use a loop."
            }
            Rule::DoesNotEnd => {
                "The call was still running when its time was up. Look for a loop whose condition never changes for the reported input."
            }
            Rule::ObjectContract => {
                "Collections and sorting rely on equals being an equivalence, on equal objects having equal hash codes, and on compareTo \
                 being an order. The reported objects break one of these laws, and collections that hold them lose elements or fail."
            }
            Rule::SinkReached => {
                "What is passed in decides what a sensitive method gets, such as a file name, a command or a query. Validate the value or \
                 choose it from a fixed set."
            }
        }
    }
}
