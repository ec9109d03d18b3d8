//! The memory that an engine borrows for its searches.

use std::any::Any;

use super::Engine;
use crate::session::SOLVER_PART;
use sarsen_core::transposition::{Table, TableError};

/// What searches have learnt: the table, and the game's own solver. It belongs to one engine.
pub struct SearchMemory {
    table: Table,
    solver: Option<Box<dyn Any + Send>>,
}

impl SearchMemory {
    /// Memory in which nothing is learnt yet, with a table of this number of bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(Self { table: Table::with_bytes(bytes)?, solver: None })
    }

    /// The bytes of the table.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The bytes that memory with a table of this size takes in all.
    pub const fn whole(table_bytes: usize) -> usize {
        table_bytes + table_bytes / SOLVER_PART
    }

    /// The bytes of the table in memory that takes this number of bytes in all.
    pub const fn table_in(whole: usize) -> usize {
        whole / (SOLVER_PART + 1) * SOLVER_PART
    }
}

impl Engine {
    /// Whether memory that was lent to it before is of no use to it now.
    pub fn has_forgotten(&self) -> bool {
        self.parts.table.is_stale()
    }

    /// Lends it memory for its searches: new memory, or what it had before and has not
    /// [forgotten](Self::has_forgotten).
    pub fn lend(&mut self, memory: SearchMemory) {
        self.parts.table.lend(memory.table);
        if let Some(solver) = memory.solver {
            self.parts.session.put_solver(solver);
        }
    }

    /// Takes the memory back. None if none was lent.
    pub fn take_memory(&mut self) -> Option<SearchMemory> {
        let solver = self.parts.session.take_solver();
        let table = self.parts.table.take_back()?;
        Some(SearchMemory { table, solver })
    }
}
