//! Unit tests of the folders that the bench uses, a file for each part of them.

mod choice;
mod decide;
mod merge;
mod shapes;
mod symbols;
