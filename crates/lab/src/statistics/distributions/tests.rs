//! Quantiles and tails against SciPy, against statrs, and against each other.

use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor};

use super::super::testing::assert_close;
use super::*;

#[test]
fn normal_quantiles_against_scipy() {
    // scipy.stats.norm.ppf(p)
    for (p, reference) in [
        (1e-300, -37.0470962993612),
        (1e-10, -6.361340902404056),
        (0.025, -1.9599639845400545),
        (0.3, -0.5244005127080409),
        (0.975, 1.959963984540054),
        (0.999999, 4.753424308817087),
    ] {
        assert_close(normal_quantile(p), reference, 1e-12);
        assert_close(normal_cdf(normal_quantile(p)), p, 1e-12);
    }
    assert!(normal_quantile(0.5).abs() < 1e-15);
}

#[test]
fn chi_squared_quantiles_against_scipy() {
    // scipy.stats.chi2.ppf(p, freedom)
    for (freedom, p, reference) in [
        (1.0, 1e-10, 1.570796326794896e-20),
        (1.0, 0.025, 0.0009820691171752555),
        (1.0, 0.9995, 12.11566514639738),
        (2.0, 0.0005, 0.0010002500833645965),
        (2.0, 0.975, 7.377758908227871),
        (20.0, 1e-10, 0.9454441852127045),
        (20.0, 0.025, 9.590777392264867),
        (20.0, 0.5, 19.337429229428256),
        (20.0, 0.975, 34.16960690283833),
        (40000.0, 0.0005, 39075.845205899845),
        (40000.0, 0.025, 39447.53520121411),
        (40000.0, 0.5, 39999.33333530868),
        (40000.0, 0.975, 40556.253396926666),
        (40000.0, 0.9995, 40937.25811405467),
        (2e8, 0.025, 199960802.61464947),
        (2e8, 0.975, 200039201.1739623),
    ] {
        assert_close(chi_squared_quantile(freedom, p), reference, 2e-13);
    }
    // scipy.stats.chi2.sf(12.3, 4), scipy.stats.chi2.sf(300, 40)
    assert_close(chi_squared_upper(4.0, 12.3), 0.015254394655769615, 1e-13);
    assert_close(
        chi_squared_upper(40.0, 300.0),
        1.4955969722726186e-41,
        1e-12,
    );
}

/// The F quantile, which the comparisons use as odds.
fn f_quantile(a: f64, b: f64, p: f64) -> f64 {
    beta_odds_quantile(0.5 * a, 0.5 * b, p) * b / a
}

#[test]
fn f_quantiles_against_scipy() {
    // scipy.stats.f.ppf(p, a, b)
    for (a, b, p, reference) in [
        (2.0, 2.0, 0.025, 0.025641025641025644),
        (2.0, 2.0, 0.975, 38.99999999999996),
        (2.0, 40000.0, 0.025, 0.02531782400908166),
        (2.0, 40000.0, 0.975, 3.689219670821262),
        (40000.0, 2.0, 0.025, 0.27106003145033336),
        (40000.0, 2.0, 0.975, 39.497865205212456),
        (20.0, 200.0, 0.5, 0.9701114186353491),
        (40000.0, 40000.0, 0.025, 0.9805909104316646),
        (40000.0, 40000.0, 0.5, 1.0),
        (40000.0, 40000.0, 0.975, 1.019793258699279),
        (4e6, 3e6, 0.025, 0.9978853977733727),
        (4e6, 3e6, 0.5, 1.0000000555555635),
        (4e6, 3e6, 0.975, 1.0021194084581075),
    ] {
        assert_close(f_quantile(a, b, p), reference, 1e-12);
    }
}

#[test]
fn beta_tails_against_scipy() {
    // scipy.stats.beta.cdf(.3, 2.5, 7), .sf(.501, 2e6, 2e6), .cdf(1e-4, .5, 20000)
    let odds = |x: f64| x / (1.0 - x);
    assert_close(
        beta_tails(2.5, 7.0, odds(0.3)).lower,
        0.6412224629717214,
        1e-13,
    );
    assert_close(
        beta_tails(2e6, 2e6, odds(0.501)).upper,
        3.1670739972398196e-5,
        1e-10,
    );
    assert_close(
        beta_tails(0.5, 2e4, odds(1e-4)).lower,
        0.9545037855484546,
        1e-12,
    );
    assert_eq!(beta_tails(2.0, 3.0, f64::INFINITY).lower, 1.0);
    assert_eq!(beta_tails(2.0, 3.0, 0.0).upper, 1.0);
}

#[test]
fn student_quantiles_against_scipy() {
    // scipy.stats.t.ppf((1 + inside) / 2, freedom)
    for (freedom, inside, reference) in [
        (1.0, 0.95, 12.706204736174694),
        (2.0, 0.99, 9.924843200918287),
        (9.0, 0.95, 2.262157162798205),
        (29.0, 0.99, 2.756385903670605),
        (39999.0, 0.95, 1.9600232945677074),
        (4e6, 0.95, 1.959964577608038),
    ] {
        assert_close(student_two_sided(freedom, inside), reference, 1e-11);
    }
}

/// The comparison is over a grid, within the precision of statrs.
#[test]
fn quantiles_against_statrs() {
    let freedoms = [1.0, 2.0, 3.0, 8.0, 50.0, 400.0, 5000.0];
    let levels = [0.001, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999];
    for a in freedoms {
        for p in levels {
            let reference = ChiSquared::new(a).unwrap().inverse_cdf(p);
            assert_close(chi_squared_quantile(a, p), reference, 1e-9);
            for b in freedoms {
                let reference = FisherSnedecor::new(a, b).unwrap().inverse_cdf(p);
                assert_close(f_quantile(a, b, p), reference, 1e-6);
            }
        }
    }
}

/// The parameters lie beyond those of published tables too.
#[test]
fn quantiles_invert_the_distribution_functions() {
    for a in [0.5, 1.0, 7.0, 1e3, 1e6] {
        for p in [1e-12, 1e-3, 0.4, 0.6, 0.999, 1.0 - 1e-12] {
            let smaller = |tails: Tails| tails.lower.min(tails.upper);
            let x = 0.5 * chi_squared_quantile(2.0 * a, p);
            assert_close(smaller(gamma_tails(a, x)), p.min(1.0 - p), 1e-8);
            for b in [0.5, 3.0, 1e6] {
                let odds = beta_odds_quantile(a, b, p);
                assert_close(smaller(beta_tails(a, b, odds)), p.min(1.0 - p), 1e-8);
            }
        }
    }
}
