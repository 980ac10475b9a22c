import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { assetText } from "../src/assets.ts"
import { checkTheme, contrast } from "../src/theme.ts"

const style = assetText("style.css")

/** The value of each role of colour, in light and in dark. */
const roles = new Map(
  [...style.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, role, light, dark]) => [
    role!,
    { light: light!, dark: dark! }
  ])
)
const colour = (role: string, scheme: "light" | "dark") => roles.get(role)?.[scheme] ?? assert.fail(`no role ${role}`)

const scripts = (folder: URL): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith(".ts"))
    .map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"))

describe("the styles", () => {
  it("name no custom property that is not there", () => {
    const defined = new Set([...style.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
    const text = [style, ...scripts(new URL("../src/browser/", import.meta.url))].join("\n")
    // The editor is told how high it is by a property of its own.
    const used = [...text.matchAll(/var\((--[\w-]+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== "--editor-height")
    assert.isAbove(used.length, 100)
    assert.deepStrictEqual(
      [...new Set(used)].filter((name) => !defined.has(name)),
      []
    )
  })

  it("are read with a contrast of 4.5:1 on each ground, in both themes, and fields are outlined with 3:1", () => {
    const grounds = ["surface", "sunken", "raised", "hover"]
    const pairs = [
      ...["text", "muted", "accent", "danger"].flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
      ...["accent", "danger", "warning", "success"].flatMap((role) => [
        [role, `${role}-soft`, 4.5] as const,
        ["text", `${role}-soft`, 4.5] as const,
        [role, "surface", 4.5] as const
      ]),
      ["muted", "danger-soft", 4.5] as const,
      ["on-accent", "accent-fill", 4.5] as const,
      ["on-danger", "danger-fill", 4.5] as const,
      ["border-strong", "surface", 3] as const,
      ["border-strong", "raised", 3] as const
    ]
    const poor = (["light", "dark"] as const).flatMap((scheme) =>
      pairs
        .map(([text, ground, least]) => ({
          text,
          ground,
          least,
          is: contrast(colour(text, scheme), colour(ground, scheme))
        }))
        .filter(({ is, least }) => is < least)
        .map(({ text, ground, is }) => `${text} on ${ground} in ${scheme}: ${is.toFixed(2)}`)
    )
    assert.deepStrictEqual(poor, [])
  })

  it("are at most 20 KiB compressed", () => {
    assert.isBelow(gzipSync(style, { level: 9 }).length, 20 * 1024)
  })
})

describe("a host's theme", () => {
  it("sets the accent in both themes, and nothing else", () => {
    const { css, mark } = checkTheme({ accent: { light: "#0b6e4f", dark: "#5fd3a8" }, mark: "Ac" })
    assert.strictEqual(mark, "Ac")
    assert.match(css, /^@layer last\{:root\{--accent:light-dark\(#0b6e4f,#5fd3a8\);--accent-fill:#0b6e4f;[^{}]*\}\}$/)
    assert.strictEqual(checkTheme().css, "")
  })

  it.each([
    ["#ffd400", /theme\.accent\.light, #ffd400, has a contrast of 1\.\d:1 where it is read, and needs 4\.5:1/],
    ["red;}body{display:none", /has to be a colour such as/],
    ["#12345", /has to be a colour such as/],
    [undefined, /has to be a colour such as/]
  ])("is refused with the accent %j", (light, message) => {
    assert.throws(() => checkTheme({ accent: { light: light as string, dark: "#5fd3a8" } }), message)
  })

  it.each(["", "  ", "Acme", "\u202e"])("is refused with the mark %j", (mark) => {
    assert.throws(() => checkTheme({ mark }), /one to three letters/)
  })
})
