/** The functions of libheif that `decode-heic.ts` uses. The package's own types describe an older interface. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Plane {
    width: number
    height: number
    stride: number
    data: Uint8Array
  }
  interface Libheif {
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown }
    heif_context_alloc(): unknown
    heif_context_free(context: unknown): void
    heif_context_read_from_memory(context: unknown, input: Uint8Array): unknown
    heif_js_context_get_primary_image_handle(context: unknown): unknown
    heif_image_handle_has_alpha_channel(handle: unknown): number
    heif_image_handle_release(handle: unknown): void
    heif_image_release(image: unknown): void
    heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): { image: unknown; channels: Plane[] }
  }
  const libheif: Libheif | Promise<Libheif>
  export default libheif
}
