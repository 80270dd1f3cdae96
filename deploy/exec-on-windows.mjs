#!/usr/bin/env node
// Scripts in package.json start servers with `exec`, so that the servers receive signals. Windows lacks `exec`, so npm runs this file.
// Windows also lacks `env`. `exec env NAME=value … program` runs the program without these variables, which are settings of glibc.
import { spawnSync } from 'node:child_process'

const [, , ...words] = process.argv
const programAt = words[0] === 'env' ? words.findIndex((word, index) => index > 0 && !word.includes('=')) : 0

// On Windows, programs in node_modules/.bin are scripts, so a shell must run them.
const { status } = spawnSync(words.slice(programAt).join(' '), { stdio: 'inherit', shell: true })
process.exit(status ?? 1)
