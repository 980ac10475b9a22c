/** What a server that runs from sources imports first: `node --import`. */
import { ensureBrowserScripts } from "./browser-scripts.ts"

await ensureBrowserScripts()
