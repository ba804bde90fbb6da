//! Tasks on several threads, with their results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

use super::watch::Watch;

/// Runs tasks 0 to `count` on these threads and returns their results in that order. Each task must
/// be a pure function of its number; then the number of threads changes nothing. If the watch ended
/// playing, tasks already begun are still finished and the results of later ones are missing.
pub(crate) fn in_order<T: Send>(
    count: u64,
    threads: usize,
    watch: &Watch,
    task: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    in_order_with(count, threads, watch, || (), |(), index| task(index))
}

/// The same for tasks that leave something to the next one on their thread. It must change nothing
/// but the time that they take.
pub(crate) fn in_order_with<K, T: Send>(
    count: u64,
    threads: usize,
    watch: &Watch,
    kept: impl Fn() -> K + Sync,
    task: impl Fn(&mut K, u64) -> T + Sync,
) -> Vec<T> {
    let workers = threads.clamp(1, count.clamp(1, 1 << 16) as usize);
    if workers == 1 {
        let mut kept = kept();
        let mut done = Vec::with_capacity(count.min(1 << 16) as usize);
        done.extend((0..count).map_while(|index| {
            let goes_on = !watch.ended();
            goes_on.then(|| task(&mut kept, index))
        }));
        return done;
    }
    let next = AtomicU64::new(0);
    let worker = || {
        let mut kept = kept();
        let mut done = Vec::new();
        while !watch.ended() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            done.push((index, task(&mut kept, index)));
        }
        done
    };
    let done = side_by_side(workers, worker);
    // A task that began was also finished: none is missing before the last one.
    let mut results: Vec<Option<T>> = Vec::new();
    results.resize_with(done.iter().map(Vec::len).sum(), || None);
    for (index, result) in done.into_iter().flatten() {
        results[index as usize] = Some(result);
    }
    results.into_iter().flatten().collect()
}

/// The results of a worker on this number of threads, in the order in which they end.
pub(crate) fn side_by_side<T: Send>(workers: usize, worker: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::with_capacity(workers));
    on_threads(workers, &|| {
        let result = worker();
        results.lock().expect("nothing panics here").push(result);
    });
    results.into_inner().expect("nothing panics there")
}

/// Runs a worker on this number of threads, this one among them. Where the system lets no more
/// threads begin, fewer work.
pub(crate) fn on_threads(workers: usize, worker: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map_while(|_| Builder::new().spawn_scoped(scope, worker).ok())
            .collect();
        worker();
        for other in others {
            other.join().expect("a worker does not panic");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        let square = |n: u64| n * n;
        let expected: Vec<u64> = (0..100).map(square).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(in_order(100, threads, &Watch::default(), square), expected);
        }
        assert!(in_order(0, 2, &Watch::default(), square).is_empty());
    }

    #[test]
    fn tasks_begun_before_a_stop_are_finished() {
        let watch = Watch::default();
        let done = in_order(100, 1, &watch, |n| {
            if n == 4 {
                watch.stop();
            }
            n
        });
        assert_eq!(done, [0, 1, 2, 3, 4]);
        // On several threads none is missing before the last one.
        let watch = Watch::default();
        let done = in_order(100, 3, &watch, |n| {
            if n == 20 {
                watch.stop();
            }
            n
        });
        assert!(done.len() > 20);
        assert_eq!(done, (0..done.len() as u64).collect::<Vec<u64>>());
    }
}
