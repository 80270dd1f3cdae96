import { lockDataDir } from '../../local/parts/disk.ts'

setInterval(() => {}, 60_000)
const lock = lockDataDir(String(process.argv[2]))
process.send?.(typeof lock.release)
