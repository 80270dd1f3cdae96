import type { Font } from 'fontkit'

/** What PDFKit has beyond its types. */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** Adds to the XMP metadata. */
      appendXML(xml: string): void
      registerFont(name: string, font: Font): this
    }

    namespace Mixins {
      interface StructureElementOptions {
        /** Left, top, right and bottom edge on the page. */
        bbox?: [number, number, number, number]
        placement?: 'Block' | 'Inline'
        scope?: 'Row' | 'Column'
      }

      interface AnnotationOption {
        structParent?: PDFStructureElement
      }
    }
  }
}
