/** A run that is killed: it holds a Chromium, and prints where it is. */
import { serveBrowser } from "../src/serveBrowser.ts"

const { url } = await serveBrowser()
console.log(await (await fetch(url)).text())
