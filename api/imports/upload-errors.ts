import { FileError } from '../../domain/imports/table.js';
import { TooManyRows } from '../../services/imports/upload.js';
import { ApiError } from '../http/errors.js';
import { BrokenUpload } from '../http/request/receive-file.js';

/** Returns why an upload failed, as the import tells it. */
export function failureOf(error: unknown): string {
  if (error instanceof FileError) {
    return error.line === null ? error.message : `${error.message} (line ${error.line})`;
  }
  if (error instanceof ApiError || error instanceof BrokenUpload || error instanceof TooManyRows) return error.message;
  return "The service couldn't store the file.";
}

/** Makes the error to answer for an upload that failed. */
export function uploadError(error: unknown): unknown {
  if (error instanceof FileError && error.code === 'FILE_TOO_LARGE')
    return new ApiError('PAYLOAD_TOO_LARGE', { message: error.message });
  if (error instanceof FileError) {
    return new ApiError('VALIDATION_ERROR', {
      field: '/file',
      message: failureOf(error),
      details: { line: error.line },
    });
  }
  if (error instanceof TooManyRows) return new ApiError('PAYLOAD_TOO_LARGE', { message: error.message });
  if (error instanceof BrokenUpload)
    return new ApiError('VALIDATION_ERROR', { field: '/file', message: error.message });
  return error;
}
