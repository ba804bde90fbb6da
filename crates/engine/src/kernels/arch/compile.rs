//! Compiling the algorithm for an instruction set.

/// A call that needs nothing of the machine.
macro_rules! plain {
    ($call:expr) => {
        $call
    };
}

/// A call of a function that is compiled for features of the machine.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: a token, which only a machine with these features gives, was needed to come here.
        unsafe { $call }
    };
}

/// Calls a function for the family that a plan belongs to.
macro_rules! for_family {
    ($plan:expr, $call:ident $function:ident::<$lanes:ty>($($argument:expr),*)) => {{
        use $crate::kernels::feature_set as set;
        match $plan.family {
            set::Family::Any => $call!($function::<$lanes, set::Any>($($argument),*)),
            set::Family::Dellacherie => $call!($function::<$lanes, set::Dellacherie>($($argument),*)),
            set::Family::Du => $call!($function::<$lanes, set::Du>($($argument),*)),
            set::Family::Dt => $call!($function::<$lanes, set::Dt>($($argument),*)),
            set::Family::Bdu => $call!($function::<$lanes, set::Bdu>($($argument),*)),
        }
    }};
}

/// The functions of an instance: the algorithm over its vectors, of lanes and, if it has such, of
/// bytes, compiled for some features of the machine, or for any machine.
macro_rules! instance {
    (any machine, $lanes:ident $(, $bytes:ty)?) => {
        instance!(@ $lanes, [#[inline(never)]], plain $(, $bytes)?);
    };
    ($features:literal, $lanes:ident $(, $bytes:ty)?) => {
        instance!(
            @ $lanes, [#[inline(never)] #[target_feature(enable = $features)]], proven $(, $bytes)?
        );
    };
    // The attributes come twice, because a part that is repeated may hold no part that is repeated
    // otherwise.
    (@ $lanes:ident, $attributes:tt, $call:ident $(, $bytes:ty)?) => {
        instance!(@@ $lanes, $attributes, $attributes, $call $(, $bytes)?);
    };
    (@@ $lanes:ident, [$($attributes:tt)*], $same:tt, $call:ident $(, $bytes:ty)?) => {
        use $crate::game::board::Board;
        use $crate::game::danger::Danger;
        use $crate::game::piece::Piece;
        use $crate::game::placement::Landing;
        use $crate::kernels::batch::{self, Base, Batch, Landed, Spot};
        use $crate::kernels::compiled::Compiled;
        use $crate::kernels::feature_set::FeatureSet;
        use $crate::kernels::plan::Plan;
        use $crate::kernels::profile::Profile;
        use $crate::kernels::rate::{self, Job};
        use $crate::kernels::scores::{Alone, Counts, Draft, Found, Scores};

        impl Compiled for $lanes {
            #[inline(always)]
            fn rate_batch<F: FeatureSet, const S: usize>(
                plan: &Plan,
                base: &Base,
                profile: &Profile,
                at: usize,
            ) -> Batch<Self> {
                $($attributes)*
                fn compiled<F: FeatureSet, const S: usize>(
                    plan: &Plan,
                    base: &Base,
                    profile: &Profile,
                    at: usize,
                ) -> Batch<$lanes> {
                    batch::rate_batch::<$lanes, F, S>(plan, base, profile, at)
                }
                $call!(compiled::<F, S>(plan, base, profile, at))
            }

            #[inline(always)]
            fn rate_single<F: FeatureSet>(
                plan: &Plan,
                base: &Base,
                profile: &Profile,
                spot: Spot,
                alone: &mut Alone,
            ) -> Option<i32> {
                $($attributes)*
                fn compiled<F: FeatureSet>(
                    plan: &Plan,
                    base: &Base,
                    profile: &Profile,
                    spot: Spot,
                    alone: &mut Alone,
                ) -> Option<i32> {
                    batch::rate_single::<$lanes, F>(plan, base, profile, spot, alone)
                }
                $call!(compiled::<F>(plan, base, profile, spot, alone))
            }

            $(instance!(bytes $bytes, $same, $call);)?
        }

        /// Gets to know a board.
        pub(in crate::kernels) fn read(
            _: Token,
            plan: &Plan,
            board: &Board,
            score: Option<i32>,
            base: &mut Base,
        ) {
            $($attributes)*
            fn compiled<V: Compiled, F: FeatureSet>(
                plan: &Plan,
                board: &Board,
                score: Option<i32>,
                base: &mut Base,
            ) {
                base.read::<V, F>(plan, board, score, V::HAS_BYTES);
            }
            for_family!(plan, $call compiled::<$lanes>(plan, board, score, base))
        }

        /// The danger of a board.
        pub(in crate::kernels) fn danger(_: Token, danger: Danger, board: &Board) -> i32 {
            $($attributes)*
            fn compiled(danger: Danger, board: &Board) -> i32 {
                batch::danger::<$lanes>(danger, board)
            }
            $call!(compiled(danger, board))
        }

        /// Makes a move; see [`batch::land`].
        pub(in crate::kernels) fn land(
            _: Token,
            plan: &Plan,
            board: &mut Board,
            piece: Piece,
            landing: Landing,
            full: Option<u32>,
        ) -> Landed {
            $($attributes)*
            fn compiled(
                plan: &Plan,
                board: &mut Board,
                piece: Piece,
                landing: Landing,
                full: Option<u32>,
            ) -> Landed {
                batch::land::<$lanes>(plan, board, piece, landing, full)
            }
            $call!(compiled(plan, board, piece, landing, full))
        }

        /// Rates all placements of a piece.
        pub(in crate::kernels) fn rate(_: Token, job: &Job, base: &Base, scores: &mut Scores) {
            $($attributes)*
            fn compiled<V: Compiled, F: FeatureSet>(job: &Job, base: &Base, scores: &mut Scores) {
                rate::rate::<V, F>(job, base, scores);
            }
            for_family!(job.plan, $call compiled::<$lanes>(job, base, scores))
        }

        /// What vectors of bytes find out about all placements of a piece.
        pub(in crate::kernels) fn draft(
            _: Token,
            job: &Job,
            base: &Base,
            draft: &mut Draft,
            counts: &mut Counts,
        ) {
            $($attributes)*
            fn compiled<V: Compiled, F: FeatureSet>(
                job: &Job,
                base: &Base,
                draft: &mut Draft,
                counts: &mut Counts,
            ) {
                rate::draft::<V, F>(job, base, draft, counts);
            }
            for_family!(job.plan, $call compiled::<$lanes>(job, base, draft, counts))
        }

        /// Rates what vectors of bytes have left.
        pub(in crate::kernels) fn finish(
            _: Token,
            job: &Job,
            base: &Base,
            draft: &mut Draft,
            found: &mut Found,
        ) {
            $($attributes)*
            fn compiled<V: Compiled, F: FeatureSet>(
                job: &Job,
                base: &Base,
                draft: &mut Draft,
                found: &mut Found,
            ) {
                rate::finish::<V, F, true>(job, base, draft, found);
            }
            for_family!(job.plan, $call compiled::<$lanes>(job, base, draft, found))
        }
    };
    (bytes $bytes:ty, [$($attributes:tt)*], $call:ident) => {
        const HAS_BYTES: bool = true;

        #[inline(always)]
        fn rate_in_bytes<const M: usize>(
            job: $crate::kernels::bytes::Job,
            out: &mut Draft,
        ) {
            use $crate::kernels::bytes;
            $($attributes)*
            fn compiled<const M: usize>(job: bytes::Job, out: &mut Draft) {
                bytes::rate::<$bytes, M>(job, out)
            }
            $call!(compiled::<M>(job, out))
        }

        #[inline(always)]
        fn pass<P: $crate::kernels::bytes::Pass, const M: usize>(
            job: $crate::kernels::bytes::Job,
            counts: &mut Counts,
        ) -> $crate::kernels::bytes::Left {
            use $crate::kernels::bytes::{Job, Left, Pass};
            $($attributes)*
            fn compiled<P: Pass, const M: usize>(job: Job, counts: &mut Counts) -> Left {
                P::count::<$bytes, M>(job, counts)
            }
            $call!(compiled::<P, M>(job, counts))
        }

        #[inline(always)]
        fn rate_counted<const M: usize>(
            job: $crate::kernels::bytes::Job,
            left: $crate::kernels::bytes::Left,
            out: &mut Draft,
            counts: &mut Counts,
        ) {
            use $crate::kernels::bytes::{self, Job, Left};
            $($attributes)*
            fn compiled<const M: usize>(
                job: Job,
                left: Left,
                out: &mut Draft,
                counts: &mut Counts,
            ) {
                bytes::rate_counted::<$bytes, M>(job, left, out, counts)
            }
            $call!(compiled::<M>(job, left, out, counts))
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use proven;
pub(super) use {for_family, instance, plain};
