// Preloaded: prints each module of MCP's SDK and of the console when it is loaded.
import { registerHooks } from "node:module"

registerHooks({
  load: (url, context, next) => {
    const [, module] = /\/(?:node_modules\/(?=@modelcontextprotocol\/)|packages\/(?=console\/))(.*)/.exec(url) ?? []
    if (module !== undefined) process.stdout.write(`loads ${module}\n`)
    return next(url, context)
  }
})
