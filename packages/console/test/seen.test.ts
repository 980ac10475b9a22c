import { assert, it } from "vitest"
import { selectField } from "../src/html/field.ts"
import { bdi, seen } from "../src/html/html.ts"
import { visible } from "../src/traces/values.ts"

it.each([
  ["invoice\u202efdp.exe", "invoice\\u{202e}fdp.exe"],
  ["\u2066a\u2069\u200f\u061c", "\\u{2066}a\\u{2069}\\u{200f}\\u{61c}"],
  ["\u200b", "\\u{200b}"],
  ["שלום, Ada", "שלום, Ada"]
])(
  "a name with signs that turn its direction shows them, and is kept from turning what surrounds it: %j",
  (name, shown) => {
    assert.strictEqual(seen(name), shown)
    assert.strictEqual(String(bdi(name)), `<bdi>${shown}</bdi>`)
  }
)

it("no sign that turns the direction of what stands behind it is left in a choice, its group, or a value of a trace", () => {
  const name = "a\u061c\u200e\u200f\u202e\u2066b"
  const choices = selectField({
    ...{ name: "n", label: "N" },
    options: [{ group: name, options: [{ value: "v", label: name }] }]
  })
  const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
  for (const shown of [String(choices), visible(name)]) assert.notMatch(shown, turning)
  assert.include(String(choices), 'label="a\\u{61c}')
})
