//! What JavaScript calls: requests and answers are texts in the module's memory.
//!
//! JavaScript calls `tetrarium_reserve` with the length of a request in bytes, writes the request
//! where the answer points, and calls `tetrarium_answer`. The answer has as many bytes as that
//! returns, and stands where `tetrarium_output` points until the next call.
//!
//! Both buffers belong to this module, so nothing is freed from outside, and the code needs no
//! `unsafe` block: only the names of the functions are.

use std::cell::RefCell;

use crate::requests::{Desk, answer};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of this many bytes, and says where it is to be written.
// The name is exported as it stands: no other library of this program has it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn tetrarium_reserve(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request that has been written; returns the bytes of the answer.
// As above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn tetrarium_answer() -> usize {
    let input = INPUT.take();
    let text = match std::str::from_utf8(&input) {
        Ok(request) => DESK.with_borrow_mut(|desk| answer(desk, request)),
        Err(_) => r#"{"error":"the request is no text in UTF-8"}"#.to_string(),
    };
    let bytes = text.len();
    OUTPUT.set(text.into_bytes());
    bytes
}

/// Where the last answer stands.
// As above.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn tetrarium_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
