//! Writes choices: loops over places.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::V128Imm;
use cranelift_codegen::ir::{ConstantData, InstBuilder, Value, types};

use super::data::NativeData;
use super::unsupported::Unsupported;
use super::writer::{CodeWriter, FailTarget, Here, OpenLoop, position_flags, table_flags};

impl CodeWriter<'_, '_, '_> {
    /// Stays, or goes on by a table, as long as one of these pieces is there.
    pub(super) fn slide(&mut self, here: Here, table: u16, set: u16) -> Here {
        self.count_in_loop(here);
        let fail = self.environments[here.environment].fail;
        let [head, more] = [(); 2].map(|()| self.builder.create_block());
        let place = self.builder.append_block_param(head, types::I64);
        self.jump(FailTarget { block: head, argument: Some(here.place) });
        self.open.push((more, OpenLoop::Slide { tables: (table, set), place, head, fail }));
        self.builder.switch_to_block(head);
        Here { place, piece: None, ..self.looping(here, more.into()) }
    }

    /// Goes to each of the places that a table has for this one.
    pub(super) fn spread(
        &mut self,
        here: Here,
        table: u16,
        set: Option<u16>,
    ) -> Result<Here, Unsupported> {
        self.count_in_loop(here);
        let table = self.program.data.spread(self.program.code, table)?;
        let first = self.entry(table, here.place);
        self.list(here, first, set)
    }

    /// Goes to each place of a mask.
    pub(super) fn each(&mut self, here: Here, mask: u16) -> Result<Here, Unsupported> {
        self.count_in_loop(here);
        let table = self.program.data.each(self.program.code, mask)?;
        let first = self.builder.ins().iconst(types::I64, table.address as i64);
        self.list(here, first, None)
    }

    /// Goes to each place of a list, with one of these pieces, up to the one that is none.
    fn list(&mut self, here: Here, first: Value, set: Option<u16>) -> Result<Here, Unsupported> {
        let fail = self.environments[here.environment].fail;
        let width = if NativeData::is_narrow(self.program.code) { 1 } else { 2 };
        let head = self.builder.create_block();
        let entry = self.builder.append_block_param(head, types::I64);
        self.jump(FailTarget { block: head, argument: Some(first) });
        self.builder.switch_to_block(head);
        let place = self.load_place(entry);
        let is_none = self.is_no_place(place);
        self.refuse(is_none, fail);
        let next = self.builder.ins().iadd_imm(entry, width);
        let more = FailTarget { block: head, argument: Some(next) };
        let piece = match set {
            Some(set) => self.require_piece(set, place, more)?,
            None => None,
        };
        Ok(Here { place, piece, ..self.looping(here, more) })
    }

    /// Goes to each place of a mask with one of these pieces.
    pub(super) fn find(&mut self, here: Here, set: u16, mask: u16) -> Result<Here, Unsupported> {
        self.count_in_loop(here);
        let code = self.program.code;
        let fail = self.environments[here.environment].fail;
        let piece = match code.members[usize::from(set)][..] {
            [piece] => Some(piece),
            _ => None,
        };
        if code.words == 1 {
            let found = self.places_with(set, self.base, code.places.div_ceil(16));
            let found = self.masked(found, code.masks[usize::from(mask)]);
            let bit = self.bits(found, fail);
            return Ok(Here { place: bit.place, piece, ..self.looping(here, bit.more) });
        }
        let table = self.program.data.words(code, mask)?;
        let head = self.builder.create_block();
        let word = self.builder.append_block_param(head, types::I64);
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.jump(FailTarget { block: head, argument: Some(zero) });
        self.builder.switch_to_block(head);
        let is_end = self.builder.ins().icmp_imm(IntCC::Equal, word, code.words as i64);
        self.refuse(is_end, fail);
        let first = self.builder.ins().ishl_imm(word, 6);
        let address = self.builder.ins().iadd(self.base, first);
        let found = self.places_with(set, address, 4);
        let found = self.masked_by_table(found, table.address, word);
        let next = self.builder.ins().iadd_imm(word, 1);
        let bit = self.bits(found, FailTarget { block: head, argument: Some(next) });
        let place = self.builder.ins().iadd(first, bit.place);
        Ok(Here { place, piece, ..self.looping(here, bit.more) })
    }

    /// Goes through the bits of a word.
    fn bits(&mut self, word: Value, fail: FailTarget) -> Bit {
        let head = self.builder.create_block();
        let rest = self.builder.append_block_param(head, types::I64);
        self.jump(FailTarget { block: head, argument: Some(word) });
        self.builder.switch_to_block(head);
        self.require(rest, fail);
        let place = self.builder.ins().ctz(rest);
        let less = self.builder.ins().iadd_imm(rest, -1);
        let next = self.builder.ins().band(rest, less);
        Bit { place, more: FailTarget { block: head, argument: Some(next) } }
    }

    fn masked(&mut self, found: Value, mask: u64) -> Value {
        if mask == u64::MAX || mask.trailing_ones() as usize == self.program.code.places {
            return found;
        }
        let mask = self.builder.ins().iconst(types::I64, mask as i64);
        self.builder.ins().band(found, mask)
    }

    fn masked_by_table(&mut self, found: Value, table: u64, word: Value) -> Value {
        let first = self.builder.ins().iconst(types::I64, table as i64);
        let bytes = self.builder.ins().ishl_imm(word, 3);
        let address = self.builder.ins().iadd(first, bytes);
        let mask = self.builder.ins().load(types::I64, table_flags(), address, 0);
        self.builder.ins().band(found, mask)
    }

    /// The places with one of these pieces, as bits: of so many blocks of 16 from an address on.
    pub(super) fn places_with(&mut self, set: u16, address: Value, blocks: usize) -> Value {
        let members = self.program.code.members[usize::from(set)].clone();
        self.places_with_pieces(&members, address, blocks)
    }

    /// The same for a list of pieces.
    pub(super) fn places_with_pieces(
        &mut self,
        pieces: &[u8],
        address: Value,
        blocks: usize,
    ) -> Value {
        let mut sum = None;
        for block in 0..blocks as i32 {
            let cells =
                self.builder.ins().load(types::I8X16, position_flags(), address, block * 16);
            let found = self.compare_cells(cells, pieces);
            let bits = self.builder.ins().vhigh_bits(types::I32, found);
            let bits = self.builder.ins().uextend(types::I64, bits);
            let bits = self.builder.ins().ishl_imm(bits, i64::from(block) * 16);
            sum = Some(match sum {
                None => bits,
                Some(sum) => self.builder.ins().bor(sum, bits),
            });
        }
        match sum {
            Some(sum) => sum,
            None => self.builder.ins().iconst(types::I64, 0),
        }
    }

    /// Which of 16 cells have one of these pieces: their highest bits are set.
    fn compare_cells(&mut self, cells: Value, pieces: &[u8]) -> Value {
        let vector = |writer: &mut Self, bytes: [u8; 16]| {
            let data = ConstantData::from(&V128Imm(bytes).0[..]);
            let handle = writer.builder.func.dfg.constants.insert(data);
            writer.builder.ins().vconst(types::I8X16, handle)
        };
        if pieces.len() > 1 && self.program.has_lookup && self.program.code.pieces <= 16 {
            let mut bytes = [0; 16];
            pieces.iter().for_each(|&piece| bytes[usize::from(piece)] = 0xff);
            let table = vector(self, bytes);
            return self.builder.ins().x86_pshufb(table, cells);
        }
        let mut sum = None;
        for &piece in pieces {
            let wanted = vector(self, [piece; 16]);
            let found = self.builder.ins().icmp(IntCC::Equal, cells, wanted);
            sum = Some(match sum {
                None => found,
                Some(sum) => self.builder.ins().bor(sum, found),
            });
        }
        match sum {
            Some(sum) => sum,
            None => vector(self, [0; 16]),
        }
    }

    fn count_in_loop(&mut self, here: Here) {
        if self.environments[here.environment].is_in_loop {
            self.count();
        }
    }

    /// What is inside of a loop, which goes on if it fails.
    fn looping(&mut self, here: Here, more: FailTarget) -> Here {
        let mut environment = self.environments[here.environment].clone();
        environment.is_in_loop = true;
        environment.fail = more;
        Here { environment: self.environment(environment), ..here.next() }
    }
}

/// A bit of a word, and where to go for the next one.
struct Bit {
    place: Value,
    more: FailTarget,
}
