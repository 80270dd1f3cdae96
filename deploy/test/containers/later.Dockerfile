# An image of this code with what a later release changes.
ARG FIRST
FROM ${FIRST}
COPY contracts contracts
COPY services services
USER root
RUN node deploy/docker/strip-types.ts
USER node
