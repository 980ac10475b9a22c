export { planCommand as command } from "./push-command.ts"
