import { describeLargePages } from "./large-pages.ts"

describeLargePages(true)
