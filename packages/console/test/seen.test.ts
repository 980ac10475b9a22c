import { assert, it } from "vitest"
import { bdi, seen } from "../src/html/html.ts"

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
