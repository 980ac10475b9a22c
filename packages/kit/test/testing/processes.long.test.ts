// On both databases.
import "./processes.test.ts"
