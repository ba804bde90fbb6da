//! No allocation inside a game: an allocator that counts watches every kernel and search play.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tetrarium_engine::{Controller, Kernel, Player, PlayerGame, Rules, Search, catalogue};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts what each thread asks of it.
struct Counting;

// SAFETY: all is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn a_game_allocates_nothing() {
    let before = allocations();
    assert_eq!((vec![0u8; 9].len(), allocations()), (9, before + 1));

    for (name, search, visible, moves) in [
        ("bcts", Search::GREEDY, 1, 300),
        ("bdu", Search::GREEDY, 1, 300),
        ("boehm-exponential", Search::GREEDY, 1, 100),
        ("xtris", Search::GREEDY, 1, 20),
        ("bcts", Search::TWO_PIECE, 2, 20),
        ("dt-20", Search::expectimax(2), 1, 4),
        ("bcts", Search::minimax(2), 1, 4),
    ] {
        for kernel in Kernel::available() {
            for ties in ["first", "random"] {
                let controller = Controller {
                    search,
                    ..catalogue::named(name).unwrap().clone()
                };
                let mut rules = controller.rules_over(&Rules::default()).unwrap();
                rules.set("ties", ties).unwrap();
                rules.visible = visible;
                let player = Player::new(&controller, &rules).unwrap();
                let player = player.with_kernel(kernel).unwrap();
                let mut game = PlayerGame::new(&player, 1, 0);
                let before = allocations();
                for _ in 0..moves {
                    game.advance();
                }
                assert_eq!(allocations(), before, "{name} {search} with {kernel}");
            }
        }
    }
}
