import { toNlcst } from "mdast-util-to-nlcst"
import { ParseEnglish } from "parse-english"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import { unified } from "unified"
import type { VFile } from "vfile"

export interface Node {
  readonly type: string
  readonly value?: string
  readonly children?: ReadonlyArray<Node>
  readonly position?: { readonly start: { readonly line: number; readonly column: number } } | undefined
}

type Root = Parameters<typeof toNlcst>[0]
type Tree = ReturnType<typeof toNlcst>

const markdown = unified().use(remarkParse).use(remarkGfm)

/** A text in Markdown, parsed. */
export const pageOf = (text: string): Root => markdown.parse(text)

/** The outermost nodes of a type. */
export function* within(node: Node, type: string): Generator<Node> {
  if (node.type === type) yield node
  else for (const child of node.children ?? []) yield* within(child, type)
}

/** The cells of tables, a text each. */
const cellsOf = (root: Node): ReadonlyArray<Node> =>
  [...within(root, "tableCell")]
    .filter(({ children = [] }) => children.length > 0)
    .map((cell) => ({ ...cell, type: "root", children: [{ ...cell, type: "paragraph" }] }))

/** The language of a page, and then of each cell of its tables. */
export const treesOf = (page: Root, source: VFile): ReadonlyArray<Tree> =>
  [page, ...cellsOf(page)].map((root) => toNlcst(root as Root, source, ParseEnglish))

export const sentencesOf = (tree: Node): ReadonlyArray<Node> => [...within(tree, "SentenceNode")]

/** Stands for code, whose words are not prose. */
const code = "\uFFFC"

/** The words and marks of a sentence. */
export function* leavesOf(node: Node): Generator<Node> {
  if (node.children === undefined) yield node.type === "SourceNode" ? { ...node, value: code } : node
  else for (const child of node.children) yield* leavesOf(child)
}

/** What is said, in one line. */
export const shown = (text: string) => text.replaceAll(code, "`…`").replaceAll(/\s+/g, " ").trim()
