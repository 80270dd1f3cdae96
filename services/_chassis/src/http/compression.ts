import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Smaller responses fit into one packet and are sent uncompressed. */
const THRESHOLD_BYTES = 1_024
/** Responses up to this size are compressed in one call, because a compression stream takes as much CPU time as the query of a list. */
const SYNC_THRESHOLD_BYTES = 1_024 * 1_024

/** Window of zstd and brotli: 2^16 bytes. Their default windows allocate 0.5 MB for each response. */
const WINDOW_BITS = 16
/** Size of a compressor's output buffer. It is small, because buffers of closed compressors survive until a major garbage collection. */
const chunkSize = 4 * 1_024
const fastest: ZlibOptions & ZstdOptions = {
  level: 1,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: WINDOW_BITS },
  chunkSize,
}
const fastestBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS }, chunkSize }

/**
 * Compresses responses at the lowest level. The default levels would take more CPU time for 5 % fewer bytes: zstd twice as much, and brotli
 * four times as much (docs/decisions/http-and-gateway.md).
 */
async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    syncThreshold: SYNC_THRESHOLD_BYTES,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: fastestBrotli,
    zlibOptions: fastest,
    globalDecompression: false,
  })
}

export default fp(compression, { name: 'compression' })
