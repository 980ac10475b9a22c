// On both databases.
import "./prompts.test.ts"
