//! The symmetries of a game, and whether its players are alike: found when somebody asks.

use std::sync::OnceLock;

use super::chance::ChanceFacts;
use super::opposites::exchanges;
use super::pieces::PieceTable;
use crate::machine::rules::{Rules, RulesTable};
use crate::machine::symmetry::exchange::Exchange;
use crate::machine::symmetry::group::SymmetryGroup;
use crate::machine::symmetry::search::{find_exchange, find_symmetries};

/// What has been found of the symmetries of a game. To find them takes as long as to read the rules
/// or longer, and most who play do not need them.
#[derive(Default)]
pub(super) struct FoundSymmetries {
    group: OnceLock<SymmetryGroup>,
    /// What everything becomes if the players exchange their sides. None if they are not alike.
    exchange: OnceLock<Option<Exchange>>,
}

impl FoundSymmetries {
    /// The symmetries.
    #[inline]
    pub(super) fn group(
        &self,
        rules: &Rules,
        table: &RulesTable,
        chance: Option<&ChanceFacts>,
    ) -> &SymmetryGroup {
        self.group.get_or_init(|| {
            find_symmetries(rules, table, &|symmetry| {
                let same = |chance: &ChanceFacts| chance.is_kept(|at| symmetry.address(at));
                chance.is_none_or(same)
            })
        })
    }

    /// What everything becomes if the players exchange their sides. `fixed` are variables that have
    /// no other in their place.
    pub(super) fn exchange(
        &self,
        rules: &Rules,
        pieces: &PieceTable,
        fixed: &[u16],
        has_chance: bool,
    ) -> Option<&Exchange> {
        let find = || find_exchange(rules.code(), &exchanges(rules, pieces, fixed), has_chance);
        self.exchange.get_or_init(find).as_ref()
    }
}
