export { modules as default } from "./families.ts"
