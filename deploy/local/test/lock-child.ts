import { lockDataDir } from '../parts/disk.ts'

// Stays until it is killed.
setInterval(() => {}, 60_000)
const lock = lockDataDir(String(process.argv[2]))
process.send?.(typeof lock.release)
