/** A piece of a document's text, in the order in which people read it. */
export interface Block {
  kind: 'heading' | 'text' | 'table';
  /** Of a heading: 1 is the highest. */
  level: number;
  text: string;
  /** The page number, from 1, if the document has pages. */
  page: number | null;
}

/** The text of a document's file. */
export interface ReadText {
  blocks: Block[];
  pages: number | null;
  /** The content of the file that readers don't see. It isn't in any block. */
  hidden: string[];
}
