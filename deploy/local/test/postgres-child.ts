import { startPostgres } from '../parts/postgres.ts'

// Runs until it is killed, or exits at the first message without stopping Postgres.
process.on('message', () => process.exit(1))
const { url } = await startPostgres({ dataDir: String(process.argv[2]), log: console })
process.send?.(url)
