// More kills, some of workers that stand still and come back.
import "./kills.test.ts"
