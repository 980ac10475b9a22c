// Preloaded: prints each module of MCP's SDK when it is loaded.
import { registerHooks } from "node:module"

registerHooks({
  load: (url, context, next) => {
    const [, module] = /\/node_modules\/(@modelcontextprotocol\/.*)/.exec(url) ?? []
    if (module !== undefined) process.stdout.write(`loads ${module}\n`)
    return next(url, context)
  }
})
