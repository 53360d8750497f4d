/// Every block carries its size in front, so that wrong sizes are found when it comes back.
#include "failing_allocator.h"
#include "check.h"

/// Room for the size that keeps every alignment.
enum { FRONT = 16 };

static void book_out(failing_allocator *memory, size_t size) {
    memory->live_bytes += size;
    memory->live_blocks++;
    if (memory->live_bytes > memory->peak_bytes) {
        memory->peak_bytes = memory->live_bytes;
    }
}

static void book_in(failing_allocator *memory, size_t size, size_t claimed) {
    memory->live_bytes -= size;
    memory->live_blocks--;
    memory->wrong_sizes += size != claimed;
}

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    failing_allocator *memory = user;
    char *base = block != NULL ? (char *)block - FRONT : NULL;
    size_t size = base != NULL ? *(size_t *)(void *)base : 0;
    if (new_size == 0) {
        if (base != NULL) {
            book_in(memory, size, old_size);
        }
        free(base);
        return NULL;
    }
    memory->requests++;
    if (memory->requests == memory->fail_at) {
        return NULL;
    }
    char *moved = realloc(base, FRONT + new_size);
    if (moved == NULL) {
        return NULL;
    }
    if (base != NULL) {
        book_in(memory, size, old_size);
    }
    *(size_t *)(void *)moved = new_size;
    book_out(memory, new_size);
    return moved + FRONT;
}

cw_context_config failing_allocator_config(failing_allocator *memory) {
    cw_context_config config = cw_context_config_default();
    config.allocator = (cw_allocator){memory, resize};
    return config;
}

void failing_allocator_fail_at(failing_allocator *memory, size_t nth) {
    memory->requests = 0;
    memory->fail_at = nth;
}

cw_context *cw_counted_context(failing_allocator *memory) {
    *memory = (failing_allocator){0};
    cw_context_config config = failing_allocator_config(memory);
    cw_context *with;
    assert_int_equal(cw_context_create(&config, &with), CW_OK);
    return with;
}

void cw_counted_end(failing_allocator *memory, cw_context *with) {
    cw_context_free(with);
    assert_int_equal(memory->live_blocks, 0);
    assert_int_equal(memory->wrong_sizes, 0);
}

void tight_open(tight_memory *tight) {
    *tight = (tight_memory){0};
    tight->context = cw_counted_context(&tight->memory);
}

bool tight_next(tight_memory *tight) {
    if (tight->tries > 0 && tight->status == CW_OK) {
        failing_allocator_fail_at(&tight->memory, 0);
        tight->tries = 0;
        return false;
    }
    if (tight->tries == 0) {
        tight->before = tight->memory.live_bytes;
    }
    failing_allocator_fail_at(&tight->memory, ++tight->tries);
    return true;
}

void tight_tried(tight_memory *tight, cw_status status) {
    assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
    assert_int_equal(tight->memory.live_bytes, tight->before);
    tight->refused += status != CW_OK;
    tight->status = status;
}

void tight_close(tight_memory *tight, size_t refused) {
    assert_true(tight->refused >= refused);
    cw_counted_end(&tight->memory, tight->context);
}
