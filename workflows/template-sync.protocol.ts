export interface TemplateSyncInput {
  whatsAppNumberId: string;
}

/** What the last look came to. */
export interface TemplateSyncResult {
  submitted: number;
  templates: number;
  changed: number;
  refused: string | null;
}
