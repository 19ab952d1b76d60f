//! Writes a naga function, statement by statement, and keeps its `Emit` ranges right: naga wants
//! each computed expression covered by exactly one, and literals and variables by none.

use std::collections::HashMap;

use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, ScalarKind, Span,
    Statement, Type, UnaryOperator,
};

#[derive(Default)]
pub(super) struct Builder {
    pub function: Function,
    block: Block,
    outer: Vec<Block>,
    /// Number of expressions when the open `Emit` range began.
    emitting: Option<usize>,
    literals: HashMap<u32, Handle<Expression>>,
}

pub(super) type Value = Handle<Expression>;

impl Builder {
    /// Appends an expression, and takes care of its emission.
    pub fn push(&mut self, expression: Expression, span: Span) -> Value {
        if expression.needs_pre_emit() {
            self.flush();
            return self.function.expressions.append(expression, span);
        }
        self.emitting.get_or_insert(self.function.expressions.len());
        self.function.expressions.append(expression, span)
    }

    /// Appends an expression that a statement brings into being, such as a call's result.
    pub fn push_result(&mut self, expression: Expression, span: Span) -> Value {
        self.flush();
        self.function.expressions.append(expression, span)
    }

    pub fn statement(&mut self, statement: Statement, span: Span) {
        self.flush();
        self.block.push(statement, span);
    }

    /// Begins a nested block.
    pub fn open(&mut self) {
        self.flush();
        self.outer.push(std::mem::take(&mut self.block));
    }

    /// Ends the nested block and hands it over.
    pub fn close(&mut self) -> Block {
        self.flush();
        let outer = self.outer.pop().unwrap_or_default();
        std::mem::replace(&mut self.block, outer)
    }

    pub fn finish(mut self) -> Function {
        self.flush();
        self.function.body = self.block;
        self.function
    }

    fn flush(&mut self) {
        if let Some(start) = self.emitting.take() {
            let range = self.function.expressions.range_from(start);
            self.block.push(Statement::Emit(range), Span::UNDEFINED);
        }
    }

    pub fn u32(&mut self, value: u32) -> Value {
        if let Some(handle) = self.literals.get(&value) {
            return *handle;
        }
        let handle = self.push(Expression::Literal(Literal::U32(value)), Span::UNDEFINED);
        self.literals.insert(value, handle);
        handle
    }

    pub fn zero(&mut self, ty: Handle<Type>) -> Value {
        self.push(Expression::ZeroValue(ty), Span::UNDEFINED)
    }

    pub fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        self.push(Expression::Binary { op, left, right }, Span::UNDEFINED)
    }

    pub fn not(&mut self, expr: Value) -> Value {
        let op = UnaryOperator::LogicalNot;
        self.push(Expression::Unary { op, expr }, Span::UNDEFINED)
    }

    pub fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        self.push(
            Expression::Select {
                condition,
                accept,
                reject,
            },
            Span::UNDEFINED,
        )
    }

    pub fn convert(&mut self, expr: Value, kind: ScalarKind, bytes: u8) -> Value {
        self.push(
            Expression::As {
                expr,
                kind,
                convert: Some(bytes),
            },
            Span::UNDEFINED,
        )
    }

    pub fn member(&mut self, base: Value, index: u32) -> Value {
        self.push(Expression::AccessIndex { base, index }, Span::UNDEFINED)
    }

    pub fn load(&mut self, pointer: Value, span: Span) -> Value {
        self.push(Expression::Load { pointer }, span)
    }

    pub fn store(&mut self, pointer: Value, value: Value, span: Span) {
        self.statement(Statement::Store { pointer, value }, span);
    }

    /// A pointer to a new local variable.
    pub fn local(&mut self, ty: Handle<Type>) -> Value {
        let variable = LocalVariable {
            name: None,
            ty,
            init: None,
        };
        let handle = self
            .function
            .local_variables
            .append(variable, Span::UNDEFINED);
        self.push(Expression::LocalVariable(handle), Span::UNDEFINED)
    }

    /// `if (condition) { body }`
    pub fn only_if(&mut self, condition: Value, span: Span, body: impl FnOnce(&mut Self)) {
        self.open();
        body(self);
        let accept = self.close();
        self.statement(
            Statement::If {
                condition,
                accept,
                reject: Block::new(),
            },
            span,
        );
    }
}
