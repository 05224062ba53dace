# One image for API, worker and migrations; the command says which.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx tsc -p tsconfig.build.json --outDir dist \
  && node dist/worker/bundle.js \
  && node widget/scripts/build.mjs dist/widget --web \
  && node dashboard/scripts/build.mjs dist/dashboard \
  && node scripts/service/copy-reference.mjs dist/reference \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/api/main.js"]
