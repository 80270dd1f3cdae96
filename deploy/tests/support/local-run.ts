/** The parts of the local run that tests of the web app use. From `deploy`, `web` imports only this folder. */
export { readAddresses } from '../../local/addresses.ts'
export { freePort } from '../../local/parts/ports.ts'
export { type DevelopmentSheet, startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
export { builtWeb } from '../../local/web-build.ts'
