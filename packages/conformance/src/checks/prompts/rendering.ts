import fc from "fast-check"
import { expect, expectSame } from "../../Broken.ts"
import { expectCode } from "../../client.ts"
import { ofPrompts, text } from "./of-prompts.ts"

/** What templates and values are made of: tags, what looks like tags, and what is escaped elsewhere. */
const piece = fc.constantFrom(
  "{{a}}",
  "{{ b }}",
  "{{#a}}",
  "{{a.b}}",
  "{{",
  "}}",
  "{",
  "<b>",
  "&",
  '"',
  "$&",
  "é",
  " ",
  "\n",
  "x"
)
const pieces = fc.array(piece, { maxLength: 10 })

/** Text after a piece would make a tag with it. */
const apart = (template: ReadonlyArray<string>) => template.join("|")

/** What a template of pieces says: a tag its value, and all else itself. */
const expected = (template: ReadonlyArray<string>, a: string, b: string) =>
  template.map((one) => (one === "{{a}}" ? a : one === "{{ b }}" ? b : one)).join("|")

/** A template, and the values of a and b. */
type Pieces = readonly [template: ReadonlyArray<string>, a: ReadonlyArray<string>, b: ReadonlyArray<string>]

/** What chance may leave out: values that are tags, and what is escaped elsewhere. */
const examples: ReadonlyArray<Pieces> = [
  [["{{a}}", "{{ b }}"], ["{{ b }}"], ["{{a}}"]],
  [["<b>", "{{a}}", "{{#a}}"], ["<b>", "&", '"', "$&"], ["x"]]
]

const variables = { variables: [{ name: "a" }, { name: "b" }] }

interface Validated {
  readonly rendered: { readonly text?: string } | null
}

/** Laws of rendering. */
export const rendering = [
  ofPrompts(
    "M3",
    ["M3.values"],
    "a template is its text with values in place of names, as they are",
    async ({ client, forAll }) => {
      const hold = async ([template, a, b]: Pieces) => {
        const [one, other] = [apart(a), apart(b)]
        const draft = { source: text(apart(template)), settings: variables }
        const input = { draft, variables: { a: one, b: other } }
        const { rendered } = await client.ok<Validated>("validate_prompt", input)
        expectSame("M3", rendered?.text, expected(template, one, other), `${JSON.stringify(apart(template))} rendered`)
      }
      for (const example of examples) await hold(example)
      await forAll(fc.tuple(pieces, pieces, pieces), 40, hold)
    }
  ),

  ofPrompts("M3", ["M3.missing"], "a required variable without a value is told by its name", async ({ client }) => {
    const draft = { source: text("{{a}}{{b}}"), settings: variables }
    for (const [given, missing] of [
      [{}, ["a", "b"]],
      [{ a: "" }, ["b"]],
      [{ b: "1", c: "2" }, ["a"]]
    ] as const) {
      const answer = await client.call("validate_prompt", { draft, variables: given })
      expectCode("M3", answer, "MISSING_VARIABLE", `a template without ${missing.join(" and ")}`)
      expectSame("M3", answer.error?.details, { variables: missing }, "the details of MISSING_VARIABLE")
    }
  }),

  ofPrompts("M3", ["M3.same"], "a revision renders the same, whatever comes after it", ({ client, withPrompt }) =>
    withPrompt(2, async ({ id }) => {
      const rendered = async () => {
        const input = { id, revision: 2, variables: { a: "a" } }
        return (await client.ok<Validated>("validate_prompt", input)).rendered
      }
      const first = await rendered()
      expect("M3", first?.text === "2", `revision 2, which says 2, renders ${JSON.stringify(first)}`)
      await client.ok("update_prompt", { id, expectedRevision: 2, source: text("another") })
      expectSame("M3", await rendered(), first, "a revision rendered again")
    })
  )
]
