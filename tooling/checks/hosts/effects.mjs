// Preloaded: tells at the end which copies of effect were loaded, as one line of JSON with the directory of each.
import { registerHooks } from "node:module"
import { readFileSync } from "node:fs"

const loaded = new Set()
registerHooks({
  load: (url, context, next) => {
    const [, copy] = /^file:\/\/(.*\/node_modules\/effect)\//.exec(url) ?? []
    if (copy !== undefined) loaded.add(decodeURIComponent(copy))
    return next(url, context)
  }
})
const version = (copy) => JSON.parse(readFileSync(`${copy}/package.json`, "utf8")).version
process.on("exit", () => console.log(JSON.stringify([...loaded].map((copy) => `effect ${version(copy)} ${copy}`))))
