import { ensureBrowserScripts } from "./browser-scripts.ts"

/** Tests see pages with the scripts of today. */
export default ensureBrowserScripts
