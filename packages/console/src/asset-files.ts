import { readdirSync, readFileSync } from "node:fs"

interface AssetFiles {
  /** The browser script of every page. */
  readonly main: string
  /** What each file holds, by its name. */
  readonly files: ReadonlyMap<string, string>
}

/** The layers of the styles, from what is overridden to what overrides: each is a folder. */
const layers = ["base", "parts", "pages", "last"]

const withoutComments = (css: string) => css.replace(/\/\*[^]*?\*\//g, "").replace(/\s*\n\s*/g, "\n")

/** All styles as one file, which every page has: a browser keeps it, and a page waits for one answer. */
const styles = () =>
  layers
    .map((layer) => {
      const at = new URL(`../assets/styles/${layer}/`, import.meta.url)
      const files = readdirSync(at).filter((name) => name.endsWith(".css"))
      const rules = files.toSorted().map((name) => readFileSync(new URL(name, at), "utf8"))
      return `@layer ${layer} {${withoutComments(rules.join("\n"))}}\n`
    })
    .join("")

/** The assets, as they lie beside the sources. A build replaces this module by one that holds them. */
export const readAssets = (): AssetFiles => {
  const read = (folder: string) => {
    const at = new URL(`../assets/${folder}`, import.meta.url)
    return readdirSync(at)
      .filter((name) => /\.(js|svg)$/.test(name))
      .map((name) => [name, readFileSync(new URL(name, at), "utf8")] as const)
  }
  return {
    main: mainOf(new URL("../assets/browser/manifest.json", import.meta.url)),
    files: new Map([["style.css", styles()], ...read(""), ...read("browser/")])
  }
}

const mainOf = (manifest: URL): string => {
  try {
    return JSON.parse(readFileSync(manifest, "utf8")).main
  } catch (cause) {
    const message =
      "The console's browser scripts are not built. Run `npm start`, or `node packages/console/scripts/start-setup.ts`."
    throw new Error(message, { cause })
  }
}
