/** The sources of the front end as syntax, for tests that find something in all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as typescript from 'typescript';

// not through vite, which would transform the whole compiler
export const ts = createRequire(import.meta.url)('typescript') as typeof typescript;

export interface ParsedFile {
  file: string;
  source: typescript.SourceFile;
}

const root = path.resolve(__dirname, '..');

/** All sources that a look at their text lets through, without tests and what is generated. */
export const parsed = (wanted: (text: string) => boolean): ParsedFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^test\/|^api\/generated\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => wanted(text))
    .map(({ file, text }) => ({
      file,
      source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
    }));

/** Every node of a file, in the order of its text. */
export function* nodesOf(node: typescript.Node): Generator<typescript.Node> {
  yield node;
  const children: typescript.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Texts declared once in a file: `const PREFIX = 'fin:bill'`. */
function constantsOf(source: typescript.SourceFile): ReadonlyMap<string, typescript.Expression> {
  const declared = source.statements.filter(ts.isVariableStatement).flatMap((one) => one.declarationList.declarations);
  return new Map(
    declared.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : [],
    ),
  );
}

/** What an expression says, `*` for what only the running page knows. */
export function textIn(source: typescript.SourceFile): (expression: typescript.Expression) => string {
  const constants = constantsOf(source);
  const text = (expression: typescript.Expression): string => {
    if (ts.isStringLiteralLike(expression)) return expression.text;
    if (ts.isTemplateExpression(expression)) {
      return expression.templateSpans.reduce(
        (before, span) => before + text(span.expression) + span.literal.text,
        expression.head.text,
      );
    }
    const known = ts.isIdentifier(expression) && constants.get(expression.text);
    return known ? text(known) : '*';
  };
  return text;
}
