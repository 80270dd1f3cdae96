/** Maximum size of a thumbnail. The height is limited, because the thumbnail of a very tall picture would otherwise be large. */
export const THUMBNAIL_BOX = { width: 320, height: 640 }
