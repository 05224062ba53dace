export interface TemplateSyncInput {
  whatsAppNumberId: string;
}

/** The result of the last sync. */
export interface TemplateSyncResult {
  submitted: number;
  templates: number;
  changed: number;
  refused: string | null;
}
