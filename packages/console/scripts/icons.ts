/** Takes icons over from lucide-static, or with `--check` fails if what is committed is not what it has. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { writeGenerated } from "../../../tooling/readme/src/documents/writeGenerated.ts"

/** What the console shows, in the alphabet's order. Add a name of https://lucide.dev/icons, and run `npm run generate`. */
const names = [
  "activity",
  "arrow-down",
  "arrow-left",
  "arrow-right",
  "arrow-up",
  "arrow-up-down",
  "bell",
  "bot",
  "building-2",
  "calendar",
  "chart-line",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevrons-up-down",
  "circle",
  "circle-alert",
  "circle-check",
  "circle-question-mark",
  "circle-x",
  "clock",
  "code-xml",
  "columns-3",
  "copy",
  "download",
  "ellipsis",
  "external-link",
  "eye",
  "file-text",
  "flask-conical",
  "folder",
  "funnel",
  "git-compare",
  "grip-vertical",
  "hash",
  "history",
  "house",
  "inbox",
  "info",
  "key-round",
  "keyboard",
  "layout-list",
  "link",
  "list-filter",
  "log-out",
  "mail",
  "menu",
  "message-square",
  "messages-square",
  "monitor",
  "moon",
  "panel-left",
  "pencil",
  "plug",
  "plus",
  "rotate-ccw",
  "rows-3",
  "scroll-text",
  "search",
  "settings",
  "shapes",
  "shield",
  "sigma",
  "sun",
  "table-2",
  "terminal",
  "trash-2",
  "triangle-alert",
  "type",
  "undo-2",
  "user",
  "user-plus",
  "users",
  "wallet",
  "wrench",
  "x"
]

const lucide = dirname(createRequire(import.meta.url).resolve("lucide-static/package.json"))

/** What is drawn, without the element around it. */
const shapesOf = (name: string) => {
  const [, shapes = ""] =
    /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(join(lucide, "icons", `${name}.svg`), "utf8")) ?? []
  return shapes.replace(/\s*\n\s*/g, "").replaceAll(" />", "/>")
}

const shapes = names.map((name) => `  "${name}": '${shapesOf(name)}'`).join(",\n")
const generated = {
  "icons.ts": `/*! Icons of Lucide (https://lucide.dev), ISC and MIT: lucide-license.txt has the terms. */\n\n/** What each icon draws, within 24 by 24. */\nexport const shapes = {\n${shapes}\n} as const\n`,
  "lucide-license.txt": readFileSync(join(lucide, "LICENSE"), "utf8")
}

for (const [file, text] of Object.entries(generated)) {
  writeGenerated(`packages/console/src/html/generated/${file}`, text)
}
