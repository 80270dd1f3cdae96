import { startPostgres } from '../../local/parts/postgres.ts'

// Runs until it is killed. At the first message, it exits without stopping Postgres.
process.on('message', () => process.exit(1))
const { url } = await startPostgres({ dataDir: String(process.argv[2]), log: console })
process.send?.(url)
