export interface KnowledgeInput {
  documentId: string;
}
