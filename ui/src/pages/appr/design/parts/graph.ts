/** A process as the server keeps it: nodes, and edges between them. */
import type { Schema } from '@/api/contract';

export type DesignNode = Schema<'NodeInput'>;
export type DesignEdge = Schema<'EdgeInput'>;
export type Assign = Schema<'AssignLineInput'>;
export type Options = Schema<'OptionsInput'>;
export type Catalogue = Schema<'Catalogue'>;
export type BindingOf = Catalogue['bindings'][number];
export type Var = BindingOf['vars'][number];

export interface Graph {
  nodes: readonly DesignNode[];
  edges: readonly DesignEdge[];
}

/** The right side of a comparison: a value in the unit of its variable, or `@setting*factor`. */
export type Operand = string | number | boolean | null;
export const COMPARISONS = ['gt', 'ge', 'lt', 'le', 'eq', 'ne'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A condition as it is stored: `{"gt": ["amount_fen", "@flow.waiver.leaderYuan"]}`. */
export type Condition = { and: Condition[] } | { or: Condition[] } | { not: Condition } | Leaf;
export type Leaf =
  | { [Op in Comparison]: Record<Op, [string, Operand]> }[Comparison]
  | { in: [string, Operand[]] }
  | { like: [string, string] };

export const BEGIN = 0;
export const TASK = 1;
export const CHOICE = 2;

/** Edges out of a node in the order in which they are tried, the default last. */
export const outOf = (graph: Graph, code: string): DesignEdge[] =>
  graph.edges
    .filter(({ from }) => from === code)
    .sort((a, b) => Number(a.default ?? false) - Number(b.default ?? false) || (a.order ?? 0) - (b.order ?? 0));
